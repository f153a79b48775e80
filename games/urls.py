from django.urls import path

from games.batch import pages
from games.callouts.pages import glossary, tags
from games.comments.pages import one, thread
from games.confirmation.pages import phone, waiting
from games.correction.pages import correct, insert, paper
from games.forecasts.pages import chances
from games.history.pages import cell, history
from games.live import pages as live
from games.match.pages import downloads, match, matches
from games.photos.pages import photo
from games.rules import pages as rules_page
from games.scoring_device.pages import handover, lock
from games.sheets import pages as sheet_pdf
from games.table.pages import action, finish, new_match, side_actions, table, undo
from games.wall import pages as wall

urlpatterns = [
    path("c/<slug:slug>/comments/<int:pk>/delete/", one.comment_delete, name="comment-delete"),
    path("c/<slug:slug>/comments/<int:pk>/edit/", one.comment_edit, name="comment-edit"),
    path("c/<slug:slug>/glossary/", glossary.glossary, name="glossary"),
    path("c/<slug:slug>/live/", live.club_live, name="club-live"),
    path("c/<slug:slug>/matches/", matches.matches, name="matches"),
    path("c/<slug:slug>/matches/batch/", pages.batch, name="batch"),
    path("c/<slug:slug>/matches/new/", new_match.match_new, name="match-new"),
    path("c/<slug:slug>/paper/", sheet_pdf.paper, name="paper"),
    path("c/<slug:slug>/paper/sheet.pdf", sheet_pdf.blank_pdf, name="blank-pdf"),
    path("c/<slug:slug>/rules/", rules_page.rules_page, name="rules"),
    path("m/<uuid:pk>/", match.match, name="match"),
    path("m/<uuid:pk>/abandon/", finish.abandon, name="abandon"),
    path("m/<uuid:pk>/cell/<int:number>/<int:seat>/", cell.cell, name="cell"),
    path("m/<uuid:pk>/comments/", thread.match_comments, name="match-comments"),
    path("confirm/", phone.confirm_code, name="confirm-code"),
    path("confirm/<str:token>/", phone.confirm, name="confirm"),
    path("m/<uuid:pk>/chances/", chances.chances, name="chances"),
    path("m/<uuid:pk>/chances/live/", chances.chances_live, name="chances-live"),
    path("m/<uuid:pk>/confirm/new-code/", waiting.new_code, name="confirm-new-code"),
    path("m/<uuid:pk>/confirm/settle/", waiting.settle, name="confirm-settle"),
    path("m/<uuid:pk>/correct/<int:number>/", correct.correct, name="correct"),
    path("m/<uuid:pk>/correct/<int:number>/<slug:action>/", insert.insert, name="insert"),
    path("m/<uuid:pk>/finish/", finish.finish, name="finish"),
    path("m/<uuid:pk>/half/", lock.unsaved_form, name="unsaved-form"),
    path("m/<uuid:pk>/handover/", handover.handover, name="handover"),
    path("m/<uuid:pk>/handover/<uuid:tablet>/revoke/", handover.handover_revoke, name="handover-revoke"),
    path("m/<uuid:pk>/history/", history.history, name="history"),
    path("m/<uuid:pk>/history/<int:number>/take-back/", correct.take_back, name="take-back"),
    path("m/<uuid:pk>/live/", live.match_live, name="match-live"),
    path("m/<uuid:pk>/paper/", paper.paper, name="paper-entry"),
    path("m/<uuid:pk>/pencil/", lock.scoring_device, name="scoring-device"),
    path("m/<uuid:pk>/photo/", photo.photo, name="sheet-photo"),
    path("m/<uuid:pk>/photo/remove/", photo.remove, name="sheet-photo-remove"),
    path("m/<uuid:pk>/photo/sheet.jpg", photo.image, name="sheet-photo-image"),
    path("m/<uuid:pk>/picture.png", downloads.picture, name="picture"),
    path("m/<uuid:pk>/record.json", downloads.record_file, name="record"),
    path("m/<uuid:pk>/reopen/", finish.reopen, name="reopen"),
    path("m/<uuid:pk>/sheet.pdf", sheet_pdf.sheet_pdf, name="sheet-pdf"),
    path("m/<uuid:pk>/table/", table.table, name="table"),
    path("m/<uuid:pk>/table/beside/", side_actions.side_actions, name="side-actions"),
    path("m/<uuid:pk>/table/<slug:action>/", action.action_page, name="action"),
    path("m/<uuid:pk>/tags/<int:number>/", tags.tags, name="tags"),
    path("m/<uuid:pk>/undo/", undo.undo, name="undo"),
    path("m/<uuid:pk>/wall/", wall.wall, name="wall"),
    path("tablet/", handover.tablet_code, name="tablet-code"),
    path("tablet/<str:token>/", handover.tablet, name="tablet"),
]

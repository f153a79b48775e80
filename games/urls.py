from django.urls import include, path

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

# The most requested pages first: Django tries the patterns in order.
of_a_match = [
    path("", match.match, name="match"),
    path("table/", table.table, name="table"),
    path("abandon/", finish.abandon, name="abandon"),
    path("cell/<int:number>/<int:seat>/", cell.cell, name="cell"),
    path("comments/", thread.match_comments, name="match-comments"),
    path("chances/", chances.chances, name="chances"),
    path("chances/live/", chances.chances_live, name="chances-live"),
    path("confirm/new-code/", waiting.new_code, name="confirm-new-code"),
    path("confirm/settle/", waiting.settle, name="confirm-settle"),
    path("correct/<int:number>/", correct.correct, name="correct"),
    path("correct/<int:number>/<slug:action>/", insert.insert, name="insert"),
    path("finish/", finish.finish, name="finish"),
    path("half/", lock.unsaved_form, name="unsaved-form"),
    path("handover/", handover.handover, name="handover"),
    path("handover/<uuid:tablet>/revoke/", handover.handover_revoke, name="handover-revoke"),
    path("history/", history.history, name="history"),
    path("history/<int:number>/take-back/", correct.take_back, name="take-back"),
    path("live/", live.match_live, name="match-live"),
    path("paper/", paper.paper, name="paper-entry"),
    path("pencil/", lock.scoring_device, name="scoring-device"),
    path("photo/", photo.photo, name="sheet-photo"),
    path("photo/remove/", photo.remove, name="sheet-photo-remove"),
    path("photo/sheet.jpg", photo.image, name="sheet-photo-image"),
    path("picture.png", downloads.picture, name="picture"),
    path("record.json", downloads.record_file, name="record"),
    path("reopen/", finish.reopen, name="reopen"),
    path("sheet.pdf", sheet_pdf.sheet_pdf, name="sheet-pdf"),
    path("table/beside/", side_actions.side_actions, name="side-actions"),
    path("table/<slug:action>/", action.action_page, name="action"),
    path("tags/<int:number>/", tags.tags, name="tags"),
    path("undo/", undo.undo, name="undo"),
    path("wall/", wall.wall, name="wall"),
]

urlpatterns = [
    path("m/<uuid:pk>/", include(of_a_match)),
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
    path("confirm/", phone.confirm_code, name="confirm-code"),
    path("confirm/<str:token>/", phone.confirm, name="confirm"),
    path("tablet/", handover.tablet_code, name="tablet-code"),
    path("tablet/<str:token>/", handover.tablet, name="tablet"),
]

from django.urls import include, path

from games import history, rules, wall
from games import removal as removal_pages
from games.batch import pages
from games.callouts import pages as callouts_pages
from games.comments import pages as comments_pages
from games.confirmation import pages as confirmation_pages
from games.correction import pages as correction_pages
from games.forecasts import pages as forecasts_pages
from games.live import streams as live
from games.match import pages as match_pages
from games.photos import pages as photos_pages
from games.scoring_device import pages as scoring_device_pages
from games.sheets import pages as sheet_pdf
from games.table.pages import actions, finish, house_rules, new_match, substitutes
from games.table.pages import table as table_pages

# The most requested pages first: Django tries the patterns in order.
of_a_match = [
    path("", match_pages.match, name="match"),
    path("table/", table_pages.table, name="table"),
    path("abandon/", finish.abandon, name="abandon"),
    path("cell/<int:number>/<int:seat>/", history.cell, name="cell"),
    path("comments/", comments_pages.match_comments, name="match-comments"),
    path("chances/", forecasts_pages.chances, name="chances"),
    path("chances/live/", forecasts_pages.chances_live, name="chances-live"),
    path("confirm/new-code/", confirmation_pages.new_code, name="confirm-new-code"),
    path("confirm/settle/", confirmation_pages.settle, name="confirm-settle"),
    path("correct/<int:number>/", correction_pages.correct, name="correct"),
    path("correct/<int:number>/<slug:action>/", correction_pages.insert, name="insert"),
    path("finish/", finish.finish, name="finish"),
    path("half/", scoring_device_pages.unsaved_form, name="unsaved-form"),
    path("handover/", scoring_device_pages.handover, name="handover"),
    path("handover/<uuid:tablet>/revoke/", scoring_device_pages.handover_revoke, name="handover-revoke"),
    path("history/", history.history, name="history"),
    path("history/<int:number>/take-back/", correction_pages.take_back, name="take-back"),
    path("live/", live.match_live, name="match-live"),
    path("paper/", correction_pages.paper, name="paper-entry"),
    path("pencil/", scoring_device_pages.scoring_device, name="scoring-device"),
    path("photo/", photos_pages.photo, name="sheet-photo"),
    path("photo/remove/", photos_pages.remove, name="sheet-photo-remove"),
    path("photo/sheet.jpg", photos_pages.image, name="sheet-photo-image"),
    path("picture.png", match_pages.picture, name="picture"),
    path("record.json", match_pages.record_file, name="record"),
    path("remove/", removal_pages.remove, name="match-remove"),
    path("reopen/", finish.reopen, name="reopen"),
    path("sheet.pdf", sheet_pdf.sheet_pdf, name="sheet-pdf"),
    path("substitutes/", substitutes.substitutes, name="substitutes"),
    path("substitutes/<int:key>/take-back/", substitutes.take_back, name="substitute-take-back"),
    path("table/beside/", actions.side_actions, name="side-actions"),
    path("table/<slug:action>/", actions.action_page, name="action"),
    path("tags/<int:number>/", callouts_pages.tags, name="tags"),
    path("undo/", table_pages.undo, name="undo"),
    path("wall/", wall.wall, name="wall"),
]

urlpatterns = [
    path("m/<uuid:pk>/", include(of_a_match)),
    path("c/<slug:slug>/comments/<int:pk>/delete/", comments_pages.comment_delete, name="comment-delete"),
    path("c/<slug:slug>/comments/<int:pk>/edit/", comments_pages.comment_edit, name="comment-edit"),
    path("c/<slug:slug>/house-rules/", house_rules.house_rules, name="house-rules"),
    path("c/<slug:slug>/glossary/", callouts_pages.glossary, name="glossary"),
    path("c/<slug:slug>/live/", live.club_live, name="club-live"),
    path("c/<slug:slug>/matches/", match_pages.matches, name="matches"),
    path("c/<slug:slug>/matches/batch/", pages.batch, name="batch"),
    path("c/<slug:slug>/matches/new/", new_match.match_new, name="match-new"),
    path("c/<slug:slug>/paper/", sheet_pdf.paper, name="paper"),
    path("c/<slug:slug>/paper/sheet.pdf", sheet_pdf.blank_pdf, name="blank-pdf"),
    path("c/<slug:slug>/removed/", removal_pages.removed_matches, name="removed-matches"),
    path("c/<slug:slug>/removed/<uuid:pk>/take-back/", removal_pages.take_back, name="match-take-back"),
    path("c/<slug:slug>/rules/", rules.rules_page, name="rules"),
    path("confirm/", confirmation_pages.confirm_code, name="confirm-code"),
    path("confirm/<str:token>/", confirmation_pages.confirm, name="confirm"),
    path("tablet/", scoring_device_pages.tablet_code, name="tablet-code"),
    path("tablet/<str:token>/", scoring_device_pages.tablet, name="tablet"),
]

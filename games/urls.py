from django.urls import include, path

from games import callouts, comments, confirmation, correction, history, live, photos, rules, scoring_device, wall
from games import removal as removal_pages
from games.batch import pages
from games.forecasts import pages as forecasts_pages
from games.match import pages as match_pages
from games.match import printing
from games.table import actions, finish, house_rules, new_match, substitutes, table

# The most requested pages first: Django tries the patterns in order.
of_a_match = [
    path("", match_pages.match, name="match"),
    path("table/", table.table, name="table"),
    path("abandon/", finish.abandon, name="abandon"),
    path("cell/<int:number>/<int:seat>/", history.cell, name="cell"),
    path("comments/", comments.match_comments, name="match-comments"),
    path("chances/", forecasts_pages.chances, name="chances"),
    path("chances/live/", forecasts_pages.chances_live, name="chances-live"),
    path("confirm/new-code/", confirmation.new_code, name="confirm-new-code"),
    path("confirm/settle/", confirmation.settle, name="confirm-settle"),
    path("correct/<int:number>/", correction.correct, name="correct"),
    path("correct/<int:number>/<slug:action>/", correction.insert, name="insert"),
    path("finish/", finish.finish, name="finish"),
    path("half/", scoring_device.unsaved_form, name="unsaved-form"),
    path("handover/", scoring_device.handover, name="handover"),
    path("handover/<uuid:tablet>/revoke/", scoring_device.handover_revoke, name="handover-revoke"),
    path("history/", history.history, name="history"),
    path("history/<int:number>/take-back/", correction.take_back, name="take-back"),
    path("live/", live.match_live, name="match-live"),
    path("paper/", correction.paper, name="paper-entry"),
    path("pencil/", scoring_device.scoring_device, name="scoring-device"),
    path("photo/", photos.photo, name="sheet-photo"),
    path("photo/remove/", photos.remove_photo, name="sheet-photo-remove"),
    path("photo/sheet.jpg", photos.image, name="sheet-photo-image"),
    path("picture.png", match_pages.picture, name="picture"),
    path("record.json", match_pages.record_file, name="record"),
    path("remove/", removal_pages.remove, name="match-remove"),
    path("reopen/", finish.reopen, name="reopen"),
    path("sheet.pdf", printing.sheet_pdf, name="sheet-pdf"),
    path("substitutes/", substitutes.substitutes, name="substitutes"),
    path("substitutes/<int:key>/take-back/", substitutes.take_back, name="substitute-take-back"),
    path("table/beside/", actions.side_actions, name="side-actions"),
    path("table/<slug:action>/", actions.action_page, name="action"),
    path("tags/<int:number>/", callouts.tags, name="tags"),
    path("undo/", table.undo, name="undo"),
    path("wall/", wall.wall, name="wall"),
]

urlpatterns = [
    path("m/<uuid:pk>/", include(of_a_match)),
    path("c/<slug:slug>/comments/<int:pk>/delete/", comments.comment_delete, name="comment-delete"),
    path("c/<slug:slug>/comments/<int:pk>/edit/", comments.comment_edit, name="comment-edit"),
    path("c/<slug:slug>/house-rules/", house_rules.house_rules, name="house-rules"),
    path("c/<slug:slug>/glossary/", callouts.glossary, name="glossary"),
    path("c/<slug:slug>/live/", live.club_live, name="club-live"),
    path("c/<slug:slug>/matches/", match_pages.matches, name="matches"),
    path("c/<slug:slug>/matches/batch/", pages.batch, name="batch"),
    path("c/<slug:slug>/matches/new/", new_match.match_new, name="match-new"),
    path("c/<slug:slug>/paper/", printing.paper, name="paper"),
    path("c/<slug:slug>/paper/sheet.pdf", printing.blank_pdf, name="blank-pdf"),
    path("c/<slug:slug>/removed/", removal_pages.removed_matches, name="removed-matches"),
    path("c/<slug:slug>/removed/<uuid:pk>/take-back/", removal_pages.take_back, name="match-take-back"),
    path("c/<slug:slug>/rules/", rules.rules_page, name="rules"),
    path("confirm/", confirmation.confirm_code, name="confirm-code"),
    path("confirm/<str:token>/", confirmation.confirm, name="confirm"),
    path("tablet/", scoring_device.tablet_code, name="tablet-code"),
    path("tablet/<str:token>/", scoring_device.tablet, name="tablet"),
]

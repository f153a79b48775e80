from allauth.account import views
from django.urls import include, path

from clubs import api_keys, branding, deletion, member_photos
from clubs.accounts import front_page, pages
from clubs.accounts.adapter import needs_mail
from clubs.links.pages import (
    code,
    invitation,
    invitation_new,
    invitation_revoke,
    join,
    watch,
    watch_link,
    watch_new,
    watch_revoke,
)
from clubs.members import pages as people
from clubs.members.password_link import membership_password, password_link
from clubs.players import pages as players_pages
from clubs.players.pages import leave, player_edit, player_former, player_new, player_rest, player_welcome, players
from clubs.settings import pages as settings
from clubs.settings.pages import choose_language, comment_settings, start, start_players

# Under /accounts/, before allauth's: those that need mail, and the link with which an owner helps a member.
accounts = [
    path("password/reset/", needs_mail(views.password_reset), name="account_reset_password"),
    path("login/code/", needs_mail(views.request_login_code), name="account_request_login_code"),
    path("password/link/<str:token>/", password_link, name="password-link"),
]

club = [
    path("players/", players, name="players"),
    path("players/new/", player_new, name="player-new"),
    path("players/<int:pk>/edit/", player_edit, name="player-edit"),
    path("players/<int:pk>/rest/", player_rest, name="player-rest"),
    path("players/<int:pk>/welcome/", player_welcome, name="player-welcome"),
    path("players/<int:pk>/account/", players_pages.player_account, name="player-account"),
    path("players/<int:pk>/former/", player_former, name="player-former"),
    path("players/<int:pk>/photo/<slug:key>.jpg", member_photos.member_photo, {"size": "large"}, name="member-photo"),
    path("players/<int:pk>/face/<slug:key>.jpg", member_photos.member_photo, {"size": "small"}, name="member-face"),
    path("players/<int:pk>/photo/remove/", member_photos.photo_remove, name="photo-remove"),
    path("photo/", member_photos.own_photo, name="own-photo"),
    path("people/", people.people, name="people"),
    path("people/<int:pk>/", people.membership, name="membership"),
    path("people/<int:pk>/end/", people.membership_end, name="membership-end"),
    path("people/<int:pk>/password/", membership_password, name="membership-password"),
    path("people/<int:pk>/hand-over/", people.club_hand_over, name="club-hand-over"),
    path("invitations/new/", invitation_new, name="invitation-new"),
    path("invitations/<uuid:pk>/", invitation, name="invitation"),
    path("invitations/<uuid:pk>/revoke/", invitation_revoke, name="invitation-revoke"),
    path("watch-links/new/", watch_new, name="watch-new"),
    path("watch-links/<uuid:pk>/", watch_link, name="watch-link"),
    path("watch-links/<uuid:pk>/revoke/", watch_revoke, name="watch-revoke"),
    path("keys/", api_keys.keys, name="keys"),
    path("keys/new/", api_keys.key_new, name="key-new"),
    path("keys/<uuid:pk>/revoke/", api_keys.key_revoke, name="key-revoke"),
    path("branding/", branding.club_branding, name="club-branding"),
    path("logo/<slug:key>.png", branding.club_logo, name="club-logo"),
    path("settings/", settings.club_settings, name="club-settings"),
    path("comments/", comment_settings, name="comment-settings"),
    path("delete/", deletion.club_delete, name="club-delete"),
    path("take-back/", deletion.club_take_back, name="club-take-back"),
    path("leave/", leave, name="club-leave"),
]

urlpatterns = [
    path("", front_page.front, name="front"),
    path("demo/", front_page.demo_sign_in, name="demo-sign-in"),
    path("start/", start, name="start"),
    path("start/<slug:slug>/players/", start_players, name="start-players"),
    path("language/", choose_language, name="language"),
    path("account/", pages.account, name="account"),
    path("account/delete/", deletion.account_delete, name="account-delete"),
    path("account/sessions/end-others/", pages.sessions_end_others, name="sessions-end-others"),
    path("account/sessions/<int:pk>/end/", pages.session_end, name="session-end"),
    path("account/keys/", api_keys.my_keys, name="my-keys"),
    path("account/keys/new/", api_keys.my_key_new, name="my-key-new"),
    path("account/keys/<uuid:pk>/revoke/", api_keys.my_key_revoke, name="my-key-revoke"),
    path("join/", code, name="code"),
    path("join/<str:token>/", join, name="join"),
    path("watch/<str:token>/", watch, name="watch"),
    path("c/<slug:slug>/", include(club)),
]

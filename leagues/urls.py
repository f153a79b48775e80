from django.urls import include, path

from leagues.views import (
    account,
    former,
    front,
    invitations,
    join,
    nights,
    people,
    player_account,
    players,
    settings,
    start,
    watch,
)

club = [
    path("nights/", nights.nights, name="nights"),
    path("nights/new/", nights.night_new, name="night-new"),
    path("nights/<int:pk>/edit/", nights.night_edit, name="night-edit"),
    path("nights/<int:pk>/call-off/", nights.night_call_off, name="night-call-off"),
    path("players/", players.players, name="players"),
    path("players/new/", players.player_new, name="player-new"),
    path("players/<int:pk>/edit/", players.player_edit, name="player-edit"),
    path("players/<int:pk>/rest/", players.player_rest, name="player-rest"),
    path("players/<int:pk>/welcome/", players.player_welcome, name="player-welcome"),
    path("players/<int:pk>/account/", player_account.player_account, name="player-account"),
    path("players/<int:pk>/former/", former.player_former, name="player-former"),
    path("people/", people.people, name="people"),
    path("people/<int:pk>/", people.membership, name="membership"),
    path("people/<int:pk>/end/", people.membership_end, name="membership-end"),
    path("people/<int:pk>/hand-over/", people.club_hand_over, name="club-hand-over"),
    path("invitations/new/", invitations.invitation_new, name="invitation-new"),
    path("invitations/<uuid:pk>/", invitations.invitation, name="invitation"),
    path("invitations/<uuid:pk>/revoke/", invitations.invitation_revoke, name="invitation-revoke"),
    path("watch-links/new/", watch.watch_new, name="watch-new"),
    path("watch-links/<uuid:pk>/", watch.watch_link, name="watch-link"),
    path("watch-links/<uuid:pk>/revoke/", watch.watch_revoke, name="watch-revoke"),
    path("settings/", settings.club_settings, name="club-settings"),
    path("leave/", former.leave, name="club-leave"),
]

urlpatterns = [
    path("", front.front, name="front"),
    path("demo/", front.demo_sign_in, name="demo-sign-in"),
    path("start/", start.start, name="start"),
    path("start/<slug:slug>/players/", start.start_players, name="start-players"),
    path("account/", account.account, name="account"),
    path("join/", join.code, name="code"),
    path("join/<str:token>/", join.join, name="join"),
    path("watch/<str:token>/", watch.watch, name="watch"),
    path("c/<slug:slug>/", include(club)),
]

"""Comforts: a remembered name, an invitation that reaches others, two touches, sounds and notices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.datastructures import URL

from stramash.table.web import invitations
from tests.table.browser.axe import flaws
from tests.table.browser.hands import (
    LIT,
    PHONE,
    choose_seat,
    click_a_move,
    my_move,
    start,
    version,
    wait_for_change,
)
from tests.table.server import Player, Server, open_table


def test_the_home_page_leads_with_the_shortest_game_and_says_whom_one_meets(
    visit: Callable[..., Page],
) -> None:
    page = visit("/")
    first = page.get_by_role("article").first
    expect(first.get_by_role("heading")).to_have_text("Schotten Totten")
    expect(first).to_contain_text("against Crofter")
    expect(first.locator("summary svg.portrait")).to_be_visible()


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_who_plays_now_chooses_whom_to_meet_and_the_choice_is_remembered(
    visit: Callable[..., Page], screen: dict[str, Any]
) -> None:
    page = visit("/", **screen)
    game = page.get_by_role("article").first
    game.get_by_text("change").click()
    expect(game.get_by_role("meter", name="Strength")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert flaws(page) == []
    game.get_by_role("button", name="Laird").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".players strong").nth(1)).to_have_text("Laird")
    page.goto("/")
    expect(page.locator(".opponent summary").nth(1)).to_contain_text("against Laird")
    start(page)
    expect(page.locator(".players strong").nth(1)).to_have_text("Laird")


def test_a_name_is_remembered_without_an_account(visit: Callable[..., Page]) -> None:
    page = visit("/new/schotten-totten")
    page.locator("#name0").fill("Àilsa 3:0 ;")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    page.goto("/")
    start(page)
    expect(page.locator(".players strong").first).to_have_text("Àilsa 3:0 ;")
    page.goto("/new/glen-more")
    expect(page.locator("#name0")).to_have_value("Àilsa 3:0 ;")


def test_bots_of_one_level_have_names_of_their_own(visit: Callable[..., Page], server: Server) -> None:
    host = open_table(server, seats=[{"kind": "person"}], players=4, game="glen-more")
    names = [seat["name"] for seat in Player(server, host.table).look()["seats"]]
    assert names[1:] == ["Crofter", "Morag", "Hamish"]


def test_an_invitation_from_localhost_says_that_others_cannot_come(visit: Callable[..., Page]) -> None:
    page = visit("/new/schotten-totten")
    choose_seat(page, 1, "link")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".curtain")).to_contain_text("./play --host 0.0.0.0")
    expect(page.locator(".qr-code")).to_have_count(0)


def test_an_invitation_has_the_address_of_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "network_address", lambda: "192.168.7.5")
    here = URL("http://localhost:8000/t/abc?seat=1")
    reached = invitations.invite_to(here, "/t/abc/join/xyz", listens_everywhere=True)
    assert (reached.link, reached.reachable) == ("http://192.168.7.5:8000/t/abc/join/xyz", True)
    assert reached.qr_code.startswith("<svg")
    alone = invitations.invite_to(here, "/t/abc/join/xyz", listens_everywhere=False)
    assert (alone.link, alone.reachable) == ("http://localhost:8000/t/abc/join/xyz", False)
    named = invitations.invite_to(URL("https://table.example/t/abc"), "/t/abc/join/xyz", False)
    assert (named.link, named.reachable) == ("https://table.example/t/abc/join/xyz", True)


def test_with_a_finger_the_first_touch_shows_and_the_second_plays(visit: Callable[..., Page]) -> None:
    page = visit("/", **PHONE)
    page.evaluate("localStorage.setItem('stramash-taps', 'two')")
    start(page, "Lords of Scotland")
    recruit = page.locator(f".board {LIT}").first
    before = version(page)
    recruit.tap()
    expect(page.locator("#status")).to_contain_text("Touch it again")
    page.wait_for_timeout(400)
    assert version(page) == before, "nothing is played yet"
    recruit.tap()
    wait_for_change(page, before)


def test_one_touch_is_enough_for_who_wants_it_so(visit: Callable[..., Page]) -> None:
    page = visit("/", **PHONE)
    page.evaluate("localStorage.setItem('stramash-taps', 'two')")
    page.reload()
    page.locator(".comfort summary").click()
    page.get_by_label("One touch is enough").check()
    start(page, "Lords of Scotland")
    before = version(page)
    page.locator(f".board {LIT}").first.tap()
    wait_for_change(page, before)


def test_sounds_can_be_switched_off_and_stay_off(visit: Callable[..., Page]) -> None:
    page = visit("/")
    page.locator(".comfort summary").click()
    page.get_by_label("Sounds", exact=True).uncheck()
    page.reload()
    page.locator(".comfort summary").click()
    expect(page.get_by_label("Sounds", exact=True)).not_to_be_checked()


def test_a_hidden_page_sends_a_notice_when_it_is_my_turn(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url, locale="en-GB", permissions=["notifications"])
    context.add_init_script(
        """window.sent = [];
        class Told { static permission = "granted"; static requestPermission = async () => "granted";
          constructor(title, more) { window.sent.push([title, more.body]); } }
        window.Notification = Told;
        Object.defineProperty(document, "hidden", { get: () => true });"""
    )
    page = context.new_page()
    page.goto("/")
    page.locator(".comfort summary").click()
    page.get_by_label("Tell me when it is my turn").check()
    start(page)
    page.locator(f".hand {LIT}").first.click()
    page.locator(f".board {LIT}").first.click()
    for _ in range(300):
        if page.evaluate("window.sent.length"):
            break
        page.wait_for_timeout(100)
    assert page.evaluate("window.sent[0]") == ["Your turn · Schotten Totten", "It is your turn."]
    context.close()


def test_portraits_are_drawn_for_every_level() -> None:
    from stramash.bots import LEVELS
    from stramash.draw.portraits import PORTRAITS, portrait

    assert [level.name for level in LEVELS] == list(PORTRAITS)
    assert len({portrait(name) for name in PORTRAITS}) == len(PORTRAITS)


#: Tap, let an answer appear there, and tap again: at once or after a while
DOUBLE_TAP = """async ([x, y, pause]) => {
    const about = { bubbles: true, cancelable: true, clientX: x, clientY: y, pointerType: "touch", detail: 1,
        button: 0 };
    const tap = () => ["pointerdown", "pointerup", "click"].forEach((kind) =>
        document.elementFromPoint(x, y).dispatchEvent(new PointerEvent(kind, about)));
    tap();
    window.put(x, y);
    if (pause) await new Promise((done) => setTimeout(done, pause));
    tap();
    return window.taps;
}"""
#: An answer that appears where the finger is
APPEAR = """() => {
    window.taps = 0;
    window.put = (x, y) => {
        const button = document.createElement("button");
        button.textContent = "Muster for good";
        const at = { position: "fixed", left: `${x - 40}px`, top: `${y - 20}px`, zIndex: 99 };
        Object.assign(button.style, at);
        button.addEventListener("click", () => { window.taps += 1; });
        document.body.append(button);
    };
}"""


@pytest.mark.parametrize(("pause", "taps"), [(0, 0), (700, 1)])
def test_a_second_tap_does_not_choose_what_has_just_appeared_under_the_finger(
    visit: Callable[..., Page], pause: int, taps: int
) -> None:
    page = visit("/", **PHONE)
    start(page, "Lords of Scotland")
    page.wait_for_selector(LIT)
    page.evaluate(APPEAR)
    box = page.locator(f".hand {LIT}").first.bounding_box()
    assert box
    page.evaluate("y => window.scrollTo(0, y)", box["y"] - 400)
    box = page.locator(f".hand {LIT}").first.bounding_box()
    assert box
    assert page.evaluate(DOUBLE_TAP, [box["x"] + 20, box["y"] + 20, pause]) == taps


@pytest.mark.parametrize("game", ["schotten-totten", "lords-of-scotland", "glen-more"])
@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_choosing_never_moves_the_hand(visit: Callable[..., Page], game: str, screen: str) -> None:
    settings = PHONE if screen == "phone" else {"viewport": {"width": 1280, "height": 720}}
    page = visit("/", **settings, locale="fr-FR")
    page.locator(f".game form[action='/play/{game}'] .primary").click()
    page.wait_for_selector(LIT)
    top = "document.querySelector('.hand').getBoundingClientRect().top + scrollY"
    page.wait_for_load_state()
    page.evaluate(
        "document.fonts.ready.then(() => new Promise(requestAnimationFrame))"
    )  # lines may break elsewhere then
    before = page.evaluate(top)
    for thing in (page.locator(f".hand {LIT}").all() or page.locator(LIT).all()[:1])[:3]:
        thing.click(force=True)
        assert page.evaluate(top) == before
        page.keyboard.press("Escape")
        assert page.evaluate(top) == before


def test_the_whole_column_is_the_target(visit: Callable[..., Page]) -> None:
    for settings in ({"viewport": {"width": 1280, "height": 720}}, PHONE):
        page = visit("/", **settings)
        start(page)
        assert page.locator(".stone.legal:not(.later)").count() == 0, (
            "stones are not lit before a card is chosen"
        )
        page.locator(f".hand {LIT}").first.click()
        reach = page.locator("[data-reach='stone:5'] .reach").bounding_box()
        assert reach
        assert reach["width"] > 38
        assert reach["height"] > 200
        before = version(page)
        page.mouse.click(reach["x"] + 8, reach["y"] + reach["height"] - 30)
        wait_for_change(page, before)
        expect(page.locator("#story")).to_contain_text("on stone 5")


def test_a_card_is_shown_large_with_its_rules(visit: Callable[..., Page]) -> None:
    page = visit("/", **PHONE)
    start(page, "Lords of Scotland")
    card = page.locator(f".hand {LIT}").first
    card.focus()
    page.keyboard.press("z")
    expect(page.locator("#zoom")).to_be_visible()
    expect(page.locator("#zoom p.name")).to_contain_text("rank")
    assert len(page.locator("#zoom").inner_text()) > 40
    page.keyboard.press("Escape")
    expect(page.locator("#zoom")).to_be_hidden()


def test_on_its_side_a_phone_shows_the_hand(visit: Callable[..., Page]) -> None:
    side = PHONE | {"viewport": {"width": 844, "height": 390}}
    for game in ("Schotten Totten", "Lords of Scotland"):
        page = visit("/", **side)
        start(page, game)
        for card in page.locator(f".hand {LIT}").all()[:4]:
            box = card.bounding_box()
            assert box
            assert box["y"] + 40 < 390, "the numbers of all cards are in sight"
            assert box["x"] + box["width"] <= 844


def test_what_the_others_did_can_be_shown_again(visit: Callable[..., Page]) -> None:
    page = visit("/")
    start(page)
    page.locator(f".hand {LIT}").first.click()
    page.locator("[data-handle='stone:4']").click()
    news = page.locator(".latest")
    expect(news).to_contain_text("plays")
    now = page.locator("#table").get_attribute("data-ply")
    news.click()
    page.wait_for_selector("#table.past")
    page.wait_for_selector("#table:not(.past)")
    assert page.locator("#table").get_attribute("data-ply") == now
    expect(page.locator("#prompt.mine")).to_be_visible()


#: Note who acts in each update of a page, and every state of the table that the page shows
NOTE_TURNS = """
    window.came = [];
    const add = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (kind, hear, ...more) {
        return add.call(this, kind, (event) => {
            if (kind === 'update') window.came.push(JSON.parse(event.data).actor);
            hear(event);
        }, ...more);
    };
    window.shown = [];
    document.addEventListener('DOMContentLoaded', () => {
        const table = document.querySelector('#table');
        new MutationObserver(() => window.shown.push(table.dataset.version))
            .observe(table, { attributes: true, attributeFilter: ['data-version'] });
    });"""
TURNS_SHOWN = """() => {
    const came = window.came.splice(0), shown = new Set(window.shown.splice(0));
    const turns = came.filter((actor, at) => actor !== came[at - 1]);
    return { turns: turns.length, actions: came.length, shown: shown.size };
}"""


@pytest.mark.parametrize("screen", [{}, PHONE])
def test_the_turn_of_a_bot_is_shown_in_one_movement(
    visit: Callable[..., Page], server: Server, screen: dict[str, Any]
) -> None:
    player = open_table(server, "person", "bairn", "bairn", game="glen-more")
    page = visit("/", player.secret, reduced_motion="no-preference", **screen)
    page.add_init_script(NOTE_TURNS)
    page.goto(f"/t/{player.table}")
    actions = 0
    for _ in range(8):
        my_move(page)
        click_a_move(page)
        my_move(page)
        seen = page.evaluate(TURNS_SHOWN)
        assert seen["shown"] <= seen["turns"], seen
        actions += seen["actions"] - seen["turns"]
    assert actions > 0, "a bot should have taken a turn of several actions"


#: Show the turns of twelve bots, one action each, and return when each was shown
TWELVE_TURNS = """async () => {
    const { queue } = await import('/static/speed.js');
    const shown = [];
    await new Promise((done) => {
        for (let actor = 1; actor <= 12; actor += 1) {
            queue({ actor, goes_on: false }, () => {
                shown.push(performance.now());
                if (actor === 12) done();
            });
        }
    });
    return shown.map((at) => at - shown[0]);
}"""


def test_the_more_turns_one_waits_for_the_faster_they_are_shown(visit: Callable[..., Page]) -> None:
    page = visit("/", reduced_motion="no-preference")
    start(page)
    my_move(page)
    shown = page.evaluate(TWELVE_TURNS)
    first, last = shown[1], shown[-1] - shown[-2]
    assert first >= 600, "there is time to see what the first did"
    assert last < first / 2
    assert shown[-1] < 6000


def test_others_turns_are_shown_at_ones_own_speed_and_can_be_skipped(visit: Callable[..., Page]) -> None:
    page = visit("/", reduced_motion="no-preference")
    page.locator(".comfort summary").click()
    page.locator("[data-speed]").select_option("slow")
    start(page)
    page.locator(f".hand {LIT}").first.click()
    page.locator("[data-handle='stone:4']").click()
    skip = page.get_by_role("button", name="Skip", exact=True)
    expect(skip).to_be_visible()
    skip.click()
    expect(skip).to_be_hidden()
    expect(page.locator("#prompt.mine")).to_be_visible()
    page.reload()
    page.locator(".comfort summary").click()
    expect(page.locator("[data-speed]")).to_have_value("slow")

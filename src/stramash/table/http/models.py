"""The types of the JSON API. The OpenAPI document is made from them."""

from __future__ import annotations

import base64
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from stramash.core.game import Game, Option
from stramash.table.domain.events import Event
from stramash.table.domain.seats import Seat
from stramash.table.domain.state import TableState
from stramash.table.server.seating import LONGEST, SHORTEST

__all__ = [
    "Ack",
    "AnswerUndoRequest",
    "ClientId",
    "CommandRequest",
    "GameInfo",
    "JoinRequest",
    "LegalAction",
    "LegalActions",
    "MoveRequest",
    "OptionInfo",
    "PageAck",
    "Problem",
    "Rematch",
    "RequestedSeat",
    "SeatInfo",
    "SeatSelector",
    "SeatToken",
    "TableInfo",
    "TableRequest",
    "TableView",
    "UndoOffer",
    "legal_of",
    "view_of",
]

Value = bool | int | str
Kind = Literal["person", "local", "bot", "open"]


class RequestModel(BaseModel):
    """The base of request bodies: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class RequestedSeat(RequestModel):
    """Who should sit at a seat of a new table."""

    kind: Kind = Field(description="person and local are yours; open is for anybody with the invitation")
    name: str = Field("", max_length=200)
    bot: str | None = Field(None, max_length=64, description="which bot, for kind bot; see GET /api/games")


#: An id that a client made up for one command
ClientId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f]+$")]
_ONCE = "an idempotency key: choose another for each command; sent twice, a command counts once"


class TableRequest(RequestModel):
    """Open a table. Without `seats`, you play against bots."""

    game: str = Field(max_length=64, examples=["schotten-totten"])
    players: int | None = Field(None, ge=1, le=8)
    options: dict[str, Value] = Field(default_factory=dict, max_length=32)
    seats: list[RequestedSeat] = Field(default_factory=list, max_length=8)
    random_seats: bool = Field(False, description="whether the seats are drawn by lot when the table opens")
    hints: bool | None = Field(
        None, description="whether players may ask for hints; by default only if one person plays"
    )
    clock: int | None = Field(
        None, ge=SHORTEST, le=LONGEST, description="seconds that a person has for each action; null: no clock"
    )
    listed: bool = Field(False, description="whether strangers see it among the tables to join")
    client_id: ClientId | None = Field(None, description=f"{_ONCE}; without a secret, 16 characters or more")


class JoinRequest(RequestModel):
    """Take a seat at a table."""

    invite: str = Field(
        "", max_length=64, description="the secret in the invitation link; a listed table needs none"
    )
    name: str = Field("", max_length=200)
    seat: int | None = Field(None, description="which of the open seats; by default the first")
    bot: str = Field("", max_length=64, description="the bot's name, if a bot plays; other players see it")
    client_id: ClientId | None = Field(
        None, description=f"{_ONCE}; needed without a secret of your own, then 16 characters or more"
    )


class SeatSelector(RequestModel):
    """One of your seats, if you hold several at a table."""

    seat: int | None = Field(None, description="by default your seat that is to act, else your first")


class CommandRequest(SeatSelector):
    """A command without parameters of its own: undo, resign, leave, rematch."""

    client_id: ClientId = Field(description=_ONCE)
    version: int = Field(ge=0, description="the version of the table you saw")


class AnswerUndoRequest(CommandRequest):
    """Answer a player who asks for an undo."""

    agree: bool = Field(description="whether you agree; the player who asked withdraws with false")


class MoveRequest(SeatSelector):
    """Play an action."""

    action: str = Field(max_length=128, description="the notation of the action", examples=["b7@3"])
    ply: int = Field(ge=0, description="how many actions the game had when you chose")
    client_id: ClientId = Field(description=_ONCE)
    version: int | None = Field(
        None,
        ge=0,
        description="the version that you saw; detects an undo and another action",
    )


class Problem(BaseModel):
    """An error: why a request was refused."""

    error: str = Field(description="a short code, e.g. stale-move")
    message: str = Field(description="a sentence that says what would be right")


class OptionInfo(BaseModel):
    """An option of a game."""

    name: str
    default: Value
    choices: list[Value]
    summary: str

    @classmethod
    def of(cls, option: Option) -> OptionInfo:
        """Describe an option."""
        return cls(
            name=option.name, default=option.default, choices=list(option.choices), summary=option.summary
        )


class GameInfo(BaseModel):
    """A game that can be played here."""

    name: str
    title: str
    version: int
    players: list[int]
    options: list[OptionInfo]
    bots: list[str]

    @classmethod
    def of(cls, game: type[Game], bots: list[str]) -> GameInfo:
        """Describe a game."""
        return cls(
            name=game.name,
            title=game.title,
            version=game.version,
            players=list(game.player_counts),
            options=[OptionInfo.of(option) for option in game.option_specs],
            bots=bots,
        )


class SeatInfo(BaseModel):
    """A seat as everybody sees it."""

    seat: int
    kind: Kind
    name: str
    bot: str | None

    @classmethod
    def of(cls, seat: Seat) -> SeatInfo:
        """Describe a seat, without what holds it."""
        return cls(seat=seat.seat, kind=seat.kind, name=seat.name, bot=seat.bot)  # type: ignore[arg-type]


class UndoOffer(BaseModel):
    """A player asks whether the last action may be taken back. The next action answers no."""

    seat: int = Field(description="whose action it is")
    awaits: list[int] = Field(description="the seats that have not answered")


class TableInfo(BaseModel):
    """A table as everybody sees it."""

    id: str
    game: str
    rules: int = Field(description="the version of the game's rules")
    players: int
    options: dict[str, Value]
    hints: bool = Field(description="whether players may ask for hints; others at the table are told")
    clock: int | None = Field(description="seconds that a person has for each action; null: no clock runs")
    due: float | None = Field(description="when the time of the player to act ends, in seconds since 1970")
    status: Literal["waiting", "playing", "over"]
    archived: str = Field(description="why this server cannot replay the game; empty if it can")
    seats: list[SeatInfo]
    version: int = Field(description="the number of events at the table")
    ply: int = Field(description="how many actions the game has so far")
    player: int | None = Field(description="the seat to act")
    winners: list[int]
    scores: list[int] = Field(description="empty if the table is archived and they are not known")
    resigned: int | None
    digest: str = Field(description="hash of the public state")
    commitment: str = Field(description="sha256 of 'salt:seed', so that the deal cannot be changed")
    seed: str | None = Field(description="null until the game is over; a decimal number of up to 128 bits")
    salt: str | None
    rematch: str | None = Field(description="the id of the table of the rematch")
    undo_offer: UndoOffer | None = Field(description="the undo that a player asks for")

    @classmethod
    def of(cls, state: TableState) -> TableInfo:
        """Describe a table."""
        return cls(**_table(state))


class TableView(TableInfo):
    """A table as a seat or a spectator sees it."""

    seat: int | None = Field(description="the seat whose view this is; null for a spectator")
    yours: list[int] = Field(description="the seats you hold")
    at_ply: int = Field(description="the ply that is shown")
    view: dict[str, Any] = Field(description="the position as this seat knows it; whole after the end")
    state: str = Field(description="the view as a NumPy record, in base64, for bots that use stramash")
    actions: list[str] = Field(description="the actions so far, in the notation that this seat may see")
    prompt: str
    undoable: bool
    undo_askable: bool = Field(description="whether you may ask the others to undo your last action")
    invite: str | None = Field(description="the secret of the invitation link, if you may pass it on")


class LegalAction(BaseModel):
    """One legal action."""

    action: str
    path: list[str] = Field(description="the handles of the action: what a player touches, in order")
    text: str


class LegalActions(BaseModel):
    """The legal actions of a seat: none while it is another seat's turn."""

    version: int
    ply: int
    seat: int
    prompt: str
    legal: list[LegalAction]


class SeatToken(BaseModel):
    """Your seats at a table, and the secret token that proves that they are yours."""

    id: str
    seats: list[int]
    secret: str = Field(description="send it as 'Authorization: Bearer …'; it is shown only here")
    invite: str | None = Field(description="the secret of the invitation link, for other players")


class Ack(BaseModel):
    """The acknowledgement of a command: its event is stored."""

    version: int
    ply: int
    digest: str

    @classmethod
    def of(cls, event: Event) -> Ack:
        """Acknowledge an event."""
        return cls(version=event.version, ply=event.ply, digest=event.digest)


class PageAck(BaseModel):
    """The acknowledgement for a page, which waits until it shows this version."""

    version: int
    ply: int

    @classmethod
    def of(cls, event: Event) -> PageAck:
        """Acknowledge an event."""
        return cls(version=event.version, ply=event.ply)


class Rematch(BaseModel):
    """The address of the next table; your secret holds a seat there too."""

    id: str


def _table(state: TableState) -> dict[str, Any]:
    return {
        "id": state.id,
        "game": state.setup.game,
        "rules": state.setup.rules,
        "players": state.setup.players,
        "options": dict(state.setup.options if state.game is None else state.game.options),
        "hints": state.setup.hints,
        "clock": state.setup.terms.clock,
        "due": state.due,
        "status": state.status,
        "archived": state.archived,
        "seats": [SeatInfo.of(seat) for seat in state.seats],
        "version": state.version,
        "ply": state.ply,
        "player": state.player,
        "winners": state.winners,
        "scores": state.scores,
        "resigned": state.resigned,
        "digest": state.digest,
        "commitment": state.commitment,
        "seed": None if state.seed is None else str(state.seed),
        "salt": state.salt,
        "rematch": state.next_table,
        "undo_offer": None
        if state.undo_offer is None
        else UndoOffer(seat=state.undo_offer.seat, awaits=list(state.undo_awaits)),
    }


def view_of(
    state: TableState,
    seat: int | None,
    holder: str | None,
    ply: int | None,
    locale: str,
) -> TableView:
    """Describe a table as one seat sees it."""
    view = state.view(seat, ply)
    return TableView(
        **_table(state),
        seat=seat,
        yours=state.seats_of(holder),
        at_ply=len(view.seen),
        view=view.to_dict(),
        state=base64.b64encode(view.state.tobytes()).decode(),
        actions=list(view.seen),
        prompt=view.prompt(locale),
        undoable=seat is not None and state.undoable(seat),
        undo_askable=seat is not None and state.undo_askable(seat),
        invite=state.invite_for(holder),
    )


def legal_of(state: TableState, seat: int, locale: str) -> LegalActions:
    """Describe what a seat may do now."""
    view = state.view(seat)
    legal = view.legal if state.player == seat else []
    return LegalActions(
        version=state.version,
        ply=state.ply,
        seat=seat,
        prompt=view.prompt(locale),
        legal=[
            LegalAction(
                action=view.notation(action),
                path=view.game.handles(action),
                text=view.describe(action, locale),
            )
            for action in legal
        ],
    )

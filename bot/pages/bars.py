"""``/vetar``: an administrator bars or silences people."""

from collections.abc import Mapping
from typing import Final

from bot.chat_commands import OptionKind, chat_command, chat_option, choice_option, choices
from bot.chat_options import PERSON, USER
from bot.community.bars import BAR, MUTE, Bar
from bot.match.names import shown_name
from bot.messages import PersonId, Refused
from bot.pages.page_spec import Administration, Audience, Commanded, PageSpec
from bot.reasons import ServiceReason
from bot.screens import barred_text, reply_text
from bot.screens.moment.dates import date_text
from bot.screens.pages import Page
from bot.service import Service
from bot.words import words_for

_SHOWN_BARS: Final = 30
"""The most bars in the list; those that end first are shown."""
_DAY: Final = 86_400.0
TERMS: Final = {
    "hora": 3600.0,
    "dia": _DAY,
    "semana": 7 * _DAY,
    "mes": 30 * _DAY,
    "ano": 365 * _DAY,
}
"""How long a bar holds, in seconds, by the choices of ``/vetar``."""


async def _answer(commanded: Commanded) -> Page:
    where = await commanded.administration()
    return await bars_page(
        commanded.service, where, commanded.person, commanded.values, commanded.locale
    )


async def bars_page(
    service: Service,
    where: Administration,
    person: PersonId,
    values: Mapping[str, str],
    locale: str,
) -> Page:
    """``/vetar``: carries out the administrator's command, and shows the list of bars."""
    words = words_for(locale)
    title = words.text("bars.title")
    if not where.manages:
        return Page(title, reply_text(Refused(ServiceReason.NOT_ADMIN), locale))
    name = values.get("persona", "")
    action = values.get("accion", "vetar" if name else "lista")
    lines = []
    if action != "lista" and not name:
        lines.append(words.text("bars.whom"))
    elif action == "levantar":
        user, bars = values.get("usuario", ""), service.bars
        lifted = (
            await bars.lift(where.community, await service.users.person_of(user))
            if user
            else await bars.lift_named(where.community, name)
        )
        lines.append(words.text("bars.lifted" if lifted else "bars.unknown", name=name))
    elif action != "lista":
        lines.append(await _bar(service, where, person, values, locale))
    listed = await service.bars.of(where.community)
    for entry in listed[:_SHOWN_BARS]:
        known = entry.bar.name or words.text("someone")
        id = "bars.line" if entry.kind == BAR else "bars.line.mute"
        said = {"until": repr(entry.bar.until), "reason": entry.bar.reason}
        lines.append(f"{known}: {barred_text(id, said, words)}")
    if not listed:
        lines.append(words.text("bars.none"))
    return Page(title, "\n".join(lines))


async def _bar(
    service: Service,
    where: Administration,
    person: PersonId,
    values: Mapping[str, str],
    locale: str,
) -> str:
    """Bars or silences a person, notifies them, and returns the sentence that says so."""
    name, user = values["persona"], values.get("usuario", "")
    kind = MUTE if values.get("accion") == "callar" else BAR
    found: tuple[PersonId, str] | Refused
    if user:
        found = await service.users.person_of(user), shown_name(name)
    else:
        found = await service.bars.find(where.community, person, name)
    if isinstance(found, Refused):
        return reply_text(found, locale)
    barred, name = found
    if barred == person:
        refused = Refused(ServiceReason.NO_SUCH_PERSON, parameters=(("name", name),))
        return reply_text(refused, locale)
    until = service.time.utc() + TERMS[values.get("plazo", "semana")]
    bar = Bar(until, name, values.get("motivo", ""))
    if full := await service.bars.set(where.community, barred, kind, bar):
        return reply_text(full, locale)
    if kind == BAR:
        await service.seat_owners.put_out(where.community, barred)
    spoken = words_for(await service.languages.spoken(barred, where.community))
    if (refusal := await service.bars.refusal(where.community, barred, kind)) is not None:
        await service.platforms.tell(barred, reply_text(refusal, spoken.locale))
    return words_for(locale).text(
        "bars.barred" if kind == BAR else "bars.muted",
        name=name,
        until=date_text(until, words_for(locale)),
    )


PAGE: Final = PageSpec(
    name="vetar",
    command=chat_command(
        "vetar/barrar/bar",
        chat_option(
            "accion/acao/action",
            OptionKind.CHOICE,
            (
                *choices("choice.accion", "lista/lista/list"),
                *choices(
                    "choice.vetar", "vetar/barrar/bar, callar/calar/silence, levantar/liberar/lift"
                ),
            ),
        ),
        PERSON,
        USER,
        choice_option(
            "plazo/prazo/term",
            "choice.plazo",
            "hora/hora/hour, dia/dia/day, semana/semana/week, mes/mes/month, ano/ano/year",
        ),
        chat_option("motivo/motivo/reason", OptionKind.WORDS),
        in_match=False,
    ),
    answer=_answer,
    audience=Audience.PERSON,
)

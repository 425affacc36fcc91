#!/usr/bin/env python3
"""Checks that the deals of a truco match were fair: python3 verificar.py match.truco

This file needs nothing but Python and no network. It is short so that you can read all of it: a quarter of
an hour is enough. The protocols are truco-azar/1 and /2; docs/spec/azar.md explains every step.

What happened: before anybody sat down, the server chose a secret and wrote down its hash, the commitment.
Then chance was added that the server does not choose: a round of a public beacon, numbers from the players'
browsers, phrases that players typed. The order of the cards of every hand follows from the secret and from all
of that, and the player on the dealer's left cut the deck. After the match the secret was published. Here the
cards are worked out again and held against those that the record says were dealt.

The signature of the beacon is not checked here; the round and an address are printed, so that you can compare.

The secret of a tournament's table follows from one secret of the whole tournament, which is published when all of
it is over. Name several records of a tournament together, and no two of them may be the same table.

To see that your own phrase was counted, name your seat and the phrase as well:
python3 verificar.py match.truco --phrase 0 "my words"
Or the chance of your browser, in hexadecimal digits: python3 verificar.py match.truco --chance 0 6d0f...e1
To hold a card of your receipt against the deck of its hand, name the hand, and the place, salt and card as
they stand on the receipt: python3 verificar.py match.truco --card 2 17 6d0f...e1 7e

The exit code is 0 if everything is right, 1 if something is wrong, and 2 if there is nothing to check.
"""

import contextlib
import hashlib
import hmac
import locale
import re
import sys
import unicodedata

PROTOCOLS = ["truco-azar/1", "truco-azar/2"]
CUTS = ["arriba", "medio", "abajo"]


class Wrong(Exception):
    """The first thing that is wrong: the number of the hand (0: before the first), what, and the line."""

    def __init__(self, hand, field, line):
        super().__init__(hand, field, line)
        self.hand, self.field, self.line = hand, field, line


# --- hashes ---------------------------------------------------------------------------------------


def join(*parts):
    """The bytes of a hash: the parts, each with its length before it (4 bytes). The first part is always v, the
    name of the protocol. Numbers are written in digits, text is UTF-8 in the normal form C."""
    data = b""
    for part in parts:
        if not isinstance(part, bytes):
            part = unicodedata.normalize("NFC", str(part)).encode("utf-8")
        data += len(part).to_bytes(4, "big") + part
    return data


def H(*parts):
    return hashlib.sha256(join(*parts)).digest()


def M(key, *parts):
    return hmac.new(key, join(*parts), hashlib.sha256).digest()


def numbers(key, *parts):
    """Numbers of 32 bits that follow from a key, one after the other, without end."""
    block = 0
    while True:
        data = M(key, *parts, block)
        for at in range(0, 32, 4):
            yield int.from_bytes(data[at : at + 4], "big")
        block += 1


def below(bound, stream):
    """A number less than bound. The first bits of each number are used; too large ones are left out, so that
    all results are equally likely."""
    bits = (bound - 1).bit_length()
    while True:
        number = next(stream) >> (32 - bits)
        if number < bound:
            return number


# --- cards ----------------------------------------------------------------------------------------


def declared_deck(game, options):
    """All cards of a game, in the order from which they are shuffled."""
    if game not in ("paulista", "mineiro"):
        ranks = ["1", "2", "3", "4", "5", "6", "7", "10", "11", "12"]
        return [rank + suit for suit in "eboc" for rank in ranks]
    deck = [rank + suit for suit in "chsd" for rank in "A234567QJK"]
    if options.get("deck") == "clean":
        fixed = game == "mineiro" or options.get("manilhas") == "fixed"
        kept = ["4c", "7h", "7d"] if fixed else []
        deck = [card for card in deck if card[0] not in "4567" or card in kept]
    return deck


def shuffled_deck(v, deck, key):
    """The deck as a hand's key shuffles it."""
    deck, stream = list(deck), numbers(key, v, "mazo")
    for last in range(len(deck) - 1, 0, -1):
        other = below(last + 1, stream)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def own_choice(v, table, hand):
    """How a hand is cut that nobody cuts."""
    return CUTS[below(3, numbers(table, v, "sincorte", hand))]


def cut_offset(v, table, hand, choice, size):
    """How many cards are cut off."""
    if choice == "toco":
        return 0
    third = (size - 1) // 3
    low = 1 + third * CUTS.index(choice)
    high = size - 1 if choice == "abajo" else low + third - 1
    return low + below(high - low + 1, numbers(table, v, "corte", hand, choice))


def order_again(match, deals):
    """A duplicate match plays every deal twice. This is the order in which they come back."""
    v = match.v
    stream = numbers(M(match.secret, v, "segunda", match.id, match.table), v, "orden")
    while True:
        halves = [list(range(first, deals + 1, 2)) for first in (1, 2)]
        for half in halves:
            for last in range(len(half) - 1, 0, -1):
                other = below(last + 1, stream)
                half[last], half[other] = half[other], half[last]
        order = [halves[(deals + place) % 2].pop(0) for place in range(1, deals + 1)]
        # So many other hands are played before a deal comes back.
        if all(deals + at - deal > deals // 3 for at, deal in enumerate(order, 1)):
            return order


def deck_again(match, hand):
    """The deck, before its cut, of a hand in which a deal comes back: the cut makes of it the deck that was dealt
    from the first time."""
    first = match.first[match.again[hand - match.deals - 1]]
    choice = own_choice(match.v, match.table, hand)
    off = len(first) - cut_offset(match.v, match.table, hand, choice, len(first))
    return first[off:] + first[:off]


def dealt_places(players, dealer, lone):
    """Seat -> the places of its cards in the deck after the cut. One card each, from the seat after the dealer,
    three times; then a fourth for the lone player, at tables that give one (lone is None at the others)."""
    places = {seat: [] for seat in range(players)}
    for place in range(3 * players):
        places[(dealer + 1 + place) % players].append(place)
    if lone is not None:
        places[lone].append(3 * players)
    return places


# --- reading --------------------------------------------------------------------------------------


def read(text):
    """The lines before the first hand, and a list of lines for each hand. A line is (number, words). Of a match
    that ended before its first hand, the lines from its end on stand alone, as hand 0."""
    groups = [[]]
    for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1):
        words = line.split("#")[0].split()
        if words and words[0] == "hand":
            groups.append([])
        if words:
            groups[-1].append((number, words))
    header, hands = groups[0], dict(enumerate(groups[1:], 1))
    ends = [at for at, (_, words) in enumerate(header) if words[0] == "end"]
    if ends and not hands:
        header, hands = header[: ends[0]], {0: header[ends[0] :]}
    return header, hands


def unhex(hand, field, line, text, size=32):
    if len(text) != 2 * size or any(letter not in "0123456789abcdef" for letter in text):
        raise Wrong(hand, field, line)
    return bytes.fromhex(text)


def single(lines, hand, field, words):
    """The only proof line of this name, which has so many words."""
    found = [line for line in lines if line[1][:2] == ["proof", field]]
    if len(found) != 1 or len(found[0][1]) != words:
        raise Wrong(hand, field, found[-1][0] if found else lines[0][0])
    return found[0]


def only(lines, hand, *fields):
    """No proof line has another name than these."""
    for number, words in lines:
        if words[0] == "proof" and (len(words) < 2 or words[1] not in fields):
            raise Wrong(hand, "other", number)


def public_lines(lines):
    """What everybody at the table saw: no card that was dealt, laid face down or put away."""
    dealt, found = {}, []
    for _, words in lines:
        is_proof = words[0] == "proof" and words[1] in ("root", "cut", "opening")
        if words[0] == "deal":
            dealt[words[1]] = words[2:]
        elif is_proof or words[0] in ("hand", "cut", "close", "result", "end"):
            found.append(" ".join(words))
        elif words[0].isdigit():
            words = list(words)
            if words[1] in ("cover", "descarta", "stack"):
                words[2:] = ["??"] * (2 if words[1] == "stack" else 1)
            elif (
                words[1] == "play" and words[2].isdigit()
            ):  # a card named by its place, in a blind hand
                words[2:] = dealt.get(words[0], [])[int(words[2]) - 1 : int(words[2])]
            found.append(" ".join(words))
    return found


# --- checking -------------------------------------------------------------------------------------


class Match:
    """What is known before the first hand."""

    def __init__(self, lines, last):
        number, words = single(lines, 0, "protocol", 3)
        if words[2] not in PROTOCOLS:
            raise Wrong(0, "protocol", number)
        self.v = v = words[2]
        added = ["contribution"] if v == PROTOCOLS[0] else ["faro", "azar", "frase", "ninguno"]
        torneo = [] if v == PROTOCOLS[0] else ["torneo"]
        fields = ["protocol", "match", "commitment", "register", "velo", *torneo, *added, "table"]
        only(lines, 0, *fields)
        self.id = single(lines, 0, "match", 3)[1][2]
        number, words = single(lines, 0, "commitment", 3)
        self.commitment = unhex(0, "commitment", number, words[2])
        self.velo = any(words[:2] == ["proof", "velo"] for _, words in lines)
        if self.velo:
            single(lines, 0, "velo", 2)
        self.check_register(lines)
        self.torneo = self.read_torneo(lines)  # the tournament of this table, or None
        self.read_rules(lines)
        deals = self.options.get("duplicate", "off")
        self.deals = 0 if deals == "off" else int(deals)
        if self.velo and self.deals:
            raise Wrong(0, "velo", single(lines, 0, "velo", 2)[0])
        self.alone = v != PROTOCOLS[0]  # nothing was added that the operator does not choose
        self.round = None  # of the beacon: (chain, round, randomness)
        added = [line for line in lines if line[1][0] == "proof" and line[1][1] in added]
        read = self.read_phrases if v == PROTOCOLS[0] else self.read_added
        contributions, labels = read(added, lines)
        number, words = single(lines, 0, "table", 3)
        self.table = unhex(0, "table", number, words[2])
        named = [" ".join(self.torneo[1])] if self.torneo else []
        rules = H(v, "reglas", *sorted(self.rules + ["velo"] * self.velo + named))
        if self.table != H(v, "mesa", self.commitment, rules, *contributions):
            raise Wrong(0, "table", number)
        self.check_secret(*last[0])
        self.opened = bool(last[1:])  # the secret of the tournament is known
        if self.opened:
            self.check_tournament(*last[1])
        self.transcript = H(v, "acta", self.table, *labels)
        self.first = {}  # by hand of a duplicate match: the deck after the cut, when its deal was new
        self.again = order_again(self, self.deals) if self.deals else []
        self.leaves = {}  # by hand and place: the hashes of its deck before the cut

    def check_register(self, lines):
        number, words = single(lines, 0, "register", 5)
        before = unhex(0, "register", number, words[3])
        link = unhex(0, "register", number, words[4])
        if not words[2].isdigit() or words[2] != str(int(words[2])):
            raise Wrong(0, "register", number)
        if link != H(self.v, "libro", before, words[2], self.id, self.commitment):
            raise Wrong(0, "register", number)
        self.entry = (int(words[2]), before)

    def read_torneo(self, lines):
        """The tournament from whose secret that of this table follows: the number of the line, and its words. The
        seal of the tournament stands in the register before that of the table."""
        if not any(words[:2] == ["proof", "torneo"] for _, words in lines):
            return None
        number, words = single(lines, 0, "torneo", 10)
        _, _, tournament, seal, entry, before, link, *place = words
        seal, before, link = [unhex(0, "torneo", number, text) for text in (seal, before, link)]
        if not all(re.fullmatch("[1-9][0-9]{0,14}", text) for text in (entry, *place)):
            raise Wrong(0, "torneo", number)
        if link != H(self.v, "libro", before, entry, tournament, seal) or tournament == self.id:
            raise Wrong(0, "torneo", number)
        first, own = int(entry), self.entry[0]
        if first >= own or (first + 1 == own and link != self.entry[1]):
            raise Wrong(0, "torneo", number)
        return number, words[1:]

    def check_tournament(self, number, words):
        """The secret of the tournament fits its seal, and that of the table follows from it."""
        if self.torneo is None or self.velo or len(words) != 3:
            raise Wrong(0, "torneo-secret", number)
        line, (_, tournament, seal, _, _, _, *place) = self.torneo
        secret = unhex(0, "torneo-secret", number, words[2])
        if seal != H(self.v, "compromiso", tournament, secret).hex():
            raise Wrong(0, "torneo-secret", number)
        if self.secret != M(secret, self.v, "torneo", tournament, *place):
            raise Wrong(0, "torneo", line)

    def read_rules(self, lines):
        rules = [
            words
            for _, words in lines
            if words[0] in ("variant", "option", "players", "score", "games")
        ]
        self.rules = [" ".join(words) for words in rules]
        said = {words[0]: words[1] for words in rules if len(words) > 1}
        if not {"variant", "players"} <= set(said) or not said["players"].isdigit():
            raise Wrong(0, "record", lines[0][0])
        self.players = int(said["players"])
        self.options = {
            words[1]: words[2] for words in rules if words[0] == "option" and len(words) == 3
        }
        self.deck = declared_deck(said["variant"], self.options)

    def read_phrases(self, found, lines):
        """By the first protocol: one line for each seat, in their order."""
        for seat, (number, words) in enumerate(found):
            if len(words) != 4 or words[2] != str(seat):
                raise Wrong(0, "contribution", number)
        if len(found) != self.players:
            raise Wrong(0, "contribution", found[-1][0] if found else lines[0][0])
        return [unhex(0, "contribution", number, words[3]) for number, words in found], []

    def read_added(self, found, lines):
        """By the second protocol: the hashes that were added, in the order of the lines, and the words that say
        what each is and whose."""
        if not found:
            raise Wrong(0, "ninguno", lines[0][0])
        made, labels, said = [], [], set()
        for number, words in found:
            kind, given = words[1], words[2:]
            once = (kind, given[0] if kind in ("azar", "frase") else "")
            if once in said:
                raise Wrong(0, kind, number)
            said.add(once)
            if kind == "faro":
                made.append(self.read_faro(number, *given))
                labels.append(kind)
            elif kind in ("azar", "frase") and given[0] in map(str, range(self.players)):
                made.append(unhex(0, kind, number, given[1] if len(given) == 2 else ""))
                labels += [kind, given[0]]
                self.alone = False
            elif kind == "ninguno" and not given and len(found) == 1:
                labels.append(kind)
            else:
                raise Wrong(0, kind, number)
        return made, labels

    def read_faro(self, number, *given):
        """A round of the beacon, or why there is none."""
        if len(given) == 2 and given[0] == "none" and given[1] in ("off", "late", "wrong", "gone"):
            return H(self.v, "faro", *given)
        if len(given) != 3 or not given[1].isascii() or not given[1].isdigit():
            raise Wrong(0, "faro", number)
        if given[1] != str(int(given[1])) or given[1] == "0" or len(given[1]) > 15:
            raise Wrong(0, "faro", number)
        chain = unhex(0, "faro", number, given[0])
        randomness = hashlib.sha256(unhex(0, "faro", number, given[2], 48)).digest()
        self.round = (given[0], given[1], randomness.hex())
        self.alone = False
        return H(self.v, "faro", chain, given[1], randomness)

    def check_secret(self, number, words):
        is_secret = words[:2] == ["proof", "secret"]
        if is_secret == self.velo:
            raise Wrong(0, "secret", number)
        if is_secret:
            self.secret = unhex(0, "secret", number, words[2] if len(words) == 3 else "")
            if self.commitment != H(self.v, "compromiso", self.id, self.secret):
                raise Wrong(0, "secret", number)

    def lone(self, dealer):
        """The seat that gets four cards in a hand of this dealer."""
        if self.players != 3 or self.options.get("gallo_four_cards") not in ("on", "true"):
            return None
        fixed = self.options.get("gallo_mode") == "fijo" or "gallo" in self.options
        return int(self.options.get("gallo", 0)) if fixed else dealer


def check_hand(match, hand, lines):
    """One hand, and what follows it."""
    if hand == 0:
        only(lines, hand, "transcript", "secret", "torneo-secret")
        return check_transcript(match, hand, lines)
    closing = ("transcript", "secret", "torneo-secret")
    only(lines, hand, "root", "cut", "leaves", "opening", *closing)
    first, words = lines[0]
    said = dict(zip(words[1::2], words[2::2], strict=False))
    if not said.get("dealer", "").isdigit():
        raise Wrong(hand, "record", first)
    v, size, dealer = match.v, len(match.deck), int(said["dealer"])

    # The deck before the cut, as far as it is known: place -> card. And the hash of each place.
    deck, leaves = {}, []
    comes_back = 0 < match.deals < hand
    if not match.velo:
        key = M(match.secret, v, "mano", match.id, hand, match.table)
        cards = deck_again(match, hand) if comes_back else shuffled_deck(v, match.deck, key)
        deck = dict(enumerate(cards))
        salts = [M(key, v, "sal", place)[:16] for place in range(size)]
        leaves = [H(v, "hoja", hand, place, salts[place], deck[place]) for place in range(size)]
    if match.velo or any(words[:2] == ["proof", "leaves"] for _, words in lines):
        number, words = single(lines, hand, "leaves", 2 + size)
        given = [unhex(hand, "leaves", number, word) for word in words[2:]]
        if leaves and leaves != given:
            raise Wrong(hand, "leaves", number)
        leaves = given
    match.leaves[str(hand)] = {str(place): leaf for place, leaf in enumerate(leaves)}
    number, words = single(lines, hand, "root", 3)
    if unhex(hand, "root", number, words[2]) != H(v, "raiz", *leaves):
        raise Wrong(hand, "root", number)

    # The cards that were opened while the hand was played.
    opened = {}
    for number, words in lines:
        if words[:2] == ["proof", "opening"]:
            if len(words) != 5 or words[2] not in map(str, range(size)) or int(words[2]) in opened:
                raise Wrong(hand, "opening", number)
            place, card = int(words[2]), words[4]
            salt = unhex(hand, "opening", number, words[3], 16)
            if H(v, "hoja", hand, place, salt, card) != leaves[place]:
                raise Wrong(hand, "opening", number)
            opened[place] = card
    deck = deck or opened

    # The cut, and the cards that were dealt from the deck after it.
    number, words = single(lines, hand, "cut", 5)
    choice, offset, who = words[2:]
    if choice not in [*CUTS, "toco"] or who not in ("seat", "own"):
        raise Wrong(hand, "cut", number)
    if who == "own" and choice != own_choice(v, match.table, hand):
        raise Wrong(hand, "cut", number)
    if who == "seat" and comes_back:
        raise Wrong(hand, "cut", number)
    if any(words[0] == "cut" and words[1:] != [choice] for _, words in lines):
        raise Wrong(hand, "cut", number)
    if offset != str(cut_offset(v, match.table, hand, choice, size)):
        raise Wrong(hand, "cut", number)
    after_cut = [deck.get((place + int(offset)) % size) for place in range(size)]
    match.first[hand] = after_cut
    check_cards(match, hand, lines, after_cut, dealer, said.get("turned"))

    # Every card that lies face up was opened, and no card was that nobody had.
    played = {
        line.split()[2]
        for line in public_lines(lines)
        if line.split()[0].isdigit() and line.split()[1:2] == ["play"] and len(line.split()) == 3
    }
    turned = {said["turned"]} if "turned" in said else set()
    dealt = {card for _, words in lines if words[0] == "deal" for card in words[2:]}
    if not (played | turned) <= set(opened.values()) <= (dealt | turned):
        raise Wrong(hand, "opening", first)
    return check_transcript(match, hand, lines)


def check_cards(match, hand, lines, after_cut, dealer, turned):
    """The record's cards are those of the deck."""
    lone = match.lone(dealer)
    places = dealt_places(match.players, dealer, lone)
    seats = []
    for number, words in lines:
        if words[0] == "deck":
            raise Wrong(hand, "cards", number)
        if words[0] == "deal":
            seats.append(words[1])
            mine = places[int(words[1])] if words[1] in map(str, places) else []
            if len(mine) != len(words) - 2:
                raise Wrong(hand, "cards", number)
            for card, place in zip(words[2:], mine, strict=True):
                if card != after_cut[place] and not (match.velo and card == "??"):
                    raise Wrong(hand, "cards", number)
    own = {words[1]: words[2:] for _, words in lines if words[0] == "deal"}
    for number, words in lines:  # whoever lays a card was dealt it, and lays it once
        if words[0].isdigit() and words[1] in ("play", "cover", "stack", "descarta"):
            for card in words[2:]:
                if card != "??" and not card.isdigit():
                    if card not in own.get(words[0], []):
                        raise Wrong(hand, "cards", number)
                    own[words[0]].remove(card)
    if sorted(seats) != sorted(map(str, places)):
        raise Wrong(hand, "cards", lines[0][0])
    if turned is not None and turned != after_cut[sum(map(len, places.values()))]:
        raise Wrong(hand, "cards", lines[0][0])


def check_transcript(match, hand, lines):
    """Nothing that everybody saw was written anew."""
    covered = 0
    for at, (number, words) in enumerate(lines):
        if words[:2] == ["proof", "transcript"]:
            public = public_lines(lines[:at])
            match.transcript = H(match.v, "acta", match.transcript, *public[covered:])
            covered = len(public)
            if len(words) != 3 or unhex(hand, "transcript", number, words[2]) != match.transcript:
                raise Wrong(hand, "transcript", number)
    if covered != len(public_lines(lines)):
        raise Wrong(hand, "transcript", lines[0][0])


def check(text):
    """Checks a whole record. Returns the match and how many hands it has; None for a record without a proof.
    Raises Wrong."""
    header, hands = read(text)
    everything = [line for lines in (header, *hands.values()) for line in lines]
    if not any(words[0] == "proof" for _, words in everything):
        return None
    # The secret is the last line; of a tournament that is over, its secret follows.
    last = everything[-2 if everything[-1][1][:2] == ["proof", "torneo-secret"] else -1 :]
    for number, words in everything[: -len(last)]:
        if words[:1] == ["proof"] and words[1:2] in (["secret"], ["torneo-secret"]):
            raise Wrong(max(hands, default=0), words[1], number)
    try:
        match = Match(header, last)
    except (IndexError, ValueError):
        raise Wrong(0, "record", 1) from None
    for number, lines in hands.items():
        try:
            check_hand(match, number, lines)
        except (IndexError, ValueError):  # a line without the words that belong on it
            raise Wrong(number, "record", lines[0][0]) from None
    return match, max(hands, default=0)


def check_tournaments(match, seen):
    """No two records of a tournament are the same table, and all name the same seal. seen: of the records before
    this one, what each seal and each table belongs to."""
    if match.torneo is not None:
        number, (_, tournament, seal, _, _, _, *place) = match.torneo
        for key, value in ((tournament, seal), ((tournament, *place), match.id)):
            if seen.setdefault(key, value) != value:
                raise Wrong(0, "torneo", number)


def check_phrase(match, text, seat, phrase):
    """Whether the contribution of a seat is the hash of this phrase. Every run of blanks and control characters
    counts as one blank, and none at either end."""
    blanks = "[\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+"
    hashed = H(match.v, "frase", seat, re.sub(blanks, " ", phrase).strip(" ")).hex()
    kind = "contribution" if match.v == PROTOCOLS[0] else "frase"
    if ["proof", kind, seat, hashed] not in [words for _, words in read(text)[0]]:
        raise Wrong(0, "phrase", 1)


def check_chance(match, text, seat, chance):
    """Whether the chance of the browser of a seat was counted."""
    hashed = H(match.v, "azar", seat, unhex(0, "chance", 1, chance)).hex()
    if ["proof", "azar", seat, hashed] not in [words for _, words in read(text)[0]]:
        raise Wrong(0, "chance", 1)


def check_card(match, hand, place, salt, card):
    """Whether this card, with the salt of a receipt, was at this place of a hand's deck before the cut."""
    leaf = H(match.v, "hoja", hand, place, unhex(hand, "card", 1, salt, 16), card)
    if match.leaves.get(hand, {}).get(place) != leaf:
        raise Wrong(hand, "card", 1)


# --- telling --------------------------------------------------------------------------------------

WORDS = {
    "es": (
        "{file}: correcto. Sello {seal}, {hands} manos.",
        "{file}: correcto, pero más débil: el secreto no se publica (velo), así que solo se comprueban las cartas que"
        " se vieron. Sello {seal}, {hands} manos.",
        "{file}: MAL en la mano {hand}: {field} (línea {line}). La mano 0 es lo anterior a la primera.",
        "{file}: no hay prueba que comprobar.",
        "Compare el sello con el que se publicó antes de la partida: si no es el mismo, nada de esto vale.",
        "Ronda {round} del faro {chain}, azar {randomness}. Compare con {address} (la firma no se comprueba aquí).",
        "Nada se agregó al reparto: quien maneja el bot pudo elegir estas cartas sin ayuda.",
        "Torneo {tournament}, ronda {round}, mesa {board}, vez {attempt}. Compare el sello del torneo con el que se"
        " publicó antes de que empezara: {seal}. ",
        "El secreto de la mesa sale del secreto del torneo.",
        "El secreto del torneo se publica cuando todo el torneo termina, y falta en este archivo.",
    ),
    "pt": (
        "{file}: correto. Lacre {seal}, {hands} mãos.",
        "{file}: correto, porém mais fraco: o segredo não é publicado (velo), então só se conferem as cartas que"
        " foram vistas. Lacre {seal}, {hands} mãos.",
        "{file}: ERRADO na mão {hand}: {field} (linha {line}). A mão 0 é o que vem antes da primeira.",
        "{file}: sem prova para conferir.",
        "Compare o lacre com o que foi publicado antes da partida: se não for o mesmo, nada disto vale.",
        "Rodada {round} do farol {chain}, acaso {randomness}. Compare com {address} (a assinatura não se confere aqui).",
        "Nada foi somado ao reparto: quem cuida do bot pôde escolher estas cartas sem ajuda.",
        "Torneio {tournament}, rodada {round}, mesa {board}, vez {attempt}. Compare o lacre do torneio com o que foi"
        " publicado antes de ele começar: {seal}. ",
        "O segredo da mesa sai do segredo do torneio.",
        "O segredo do torneio é publicado quando o torneio todo termina, e falta neste arquivo.",
    ),
    "en": (
        "{file}: right. Seal {seal}, {hands} hands.",
        "{file}: right, but weaker: the secret is not published (velo), so only the cards that were seen are"
        " checked. Seal {seal}, {hands} hands.",
        "{file}: WRONG in hand {hand}: {field} (line {line}). Hand 0 is what comes before the first one.",
        "{file}: there is no proof to check.",
        "Compare the seal with the one that was published before the match: if it is another, none of this counts.",
        "Round {round} of the beacon {chain}, randomness {randomness}. Compare with {address} (the signature is not checked here).",
        "Nothing was added to the deal: whoever runs the bot could have chosen these cards alone.",
        "Tournament {tournament}, round {round}, board {board}, attempt {attempt}. Compare the seal of the tournament"
        " with the one that was published before it began: {seal}. ",
        "The secret of the table follows from the secret of the tournament.",
        "The secret of the tournament is published when all of it is over, and is not in this file.",
    ),
}


ADDRESS = "https://api.drand.sh/{chain}/public/{round}"


def main(files):
    phrase, chance, card = [], [], []
    if files[-3:-2] == ["--phrase"]:
        files, phrase = files[:-3], files[-2:]
    if files[-3:-2] == ["--chance"]:
        files, chance = files[:-3], files[-2:]
    if files[-5:-4] == ["--card"]:
        files, card = files[:-5], files[-4:]
    words = WORDS.get(str(locale.getlocale()[0])[:2].lower(), WORDS["en"])
    right, weaker, wrong, nothing, compare, beacon, alone, torneo, follows, later = words
    worst, seen = 0 if files else 2, {}
    for file in files:
        try:
            with open(file, encoding="utf-8") as opened:
                text = opened.read()
            result = check(text)
            if result is not None:
                check_tournaments(result[0], seen)
            if result is not None and phrase:
                check_phrase(result[0], text, *phrase)
            if result is not None and chance:
                check_chance(result[0], text, *chance)
            if result is not None and card:
                check_card(result[0], *card)
        except Wrong as problem:
            print(wrong.format(file=file, **vars(problem)))
            worst = max(worst, 1)
            continue
        except (OSError, UnicodeDecodeError):
            result = None
        if result is None:
            print(nothing.format(file=file))
            worst = 2
            continue
        match, hands = result
        told = weaker if match.velo else right
        print(told.format(file=file, seal=match.commitment.hex(), hands=hands))
        if match.torneo is None:
            print(compare)
        else:
            _, tournament, seal, _, _, _, turn, board, attempt = match.torneo[1]
            named = {"tournament": tournament, "seal": seal, "round": turn, "board": board}
            more = follows if match.opened else "" if match.velo else later
            print(torneo.format(**named, attempt=attempt) + more)
        if match.round is not None:
            chain, number, randomness = match.round
            address = ADDRESS.format(chain=chain, round=number)
            print(beacon.format(chain=chain, round=number, randomness=randomness, address=address))
        if match.alone:
            print(alone)
    return worst


if __name__ == "__main__":
    with contextlib.suppress(locale.Error):
        locale.setlocale(locale.LC_ALL, "")
    sys.exit(main(sys.argv[1:]))

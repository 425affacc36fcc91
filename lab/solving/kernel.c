/* CFR+ over a public tree in arrays: the sums of tests/lab/plain_solver.py, in the same order.

   Nodes stand in the order of a walk through the tree. A node without steps is an end. Of each step
   `first` is where its pairs begin in `places`, and its numbers in `regrets` and `totals`. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const int32_t *seat;    /* who decides; at an end, the seat whose pairs `pays` is about */
    const int32_t *steps;   /* where the steps of a node begin, and one more */
    const int32_t *sizes;   /* twice as many: by node and seat, how many pairs it may hold */
    const int32_t *held;    /* the same: where its pairs begin in `kinds` */
    const int32_t *kinds;   /* pairs, as places in the range */
    const int32_t *after;   /* by step, the node that follows */
    const int32_t *first;   /* by step, and one more */
    const int32_t *places;
    const int32_t *paid;    /* by node, where its numbers begin in `pays` */
    const double *pays;
    const double *joint[2]; /* by seat: by its pair and the pair of the other, how likely both are */
    int32_t width[2];       /* by seat, how many pairs its range has */
    double *regrets;
    double *totals;
    double weight;
} Game;

static int any(const double *numbers, int count) {
    for (int at = 0; at < count; at++)
        if (numbers[at] != 0.0) return 1;
    return 0;
}

/* By step and place, in `mixes` from `first[steps[node]]` on: how often it is taken. */
static void mix(const Game *game, int node, const double *weights, double *mixes) {
    int from = game->steps[node], to = game->steps[node + 1];
    int held = game->sizes[2 * node + game->seat[node]];
    int begin = game->first[from], end = game->first[to];
    double sums[held];
    int allowed[held];
    memset(sums, 0, sizeof sums);
    memset(allowed, 0, sizeof allowed);
    for (int at = begin; at < end; at++) {
        sums[game->places[at]] += weights[at];
        allowed[game->places[at]]++;
    }
    for (int at = begin; at < end; at++) {
        int place = game->places[at];
        mixes[at - begin] = sums[place] > 0 ? weights[at] / sums[place] : 1.0 / allowed[place];
    }
}

static void pay(const Game *game, int node, int seat, const double *reach, double *values) {
    int mine = game->sizes[2 * node + seat], theirs = game->sizes[2 * node + 1 - seat];
    const int32_t *kinds = game->kinds + game->held[2 * node + seat];
    const int32_t *others = game->kinds + game->held[2 * node + 1 - seat];
    const double *pays = game->pays + game->paid[node];
    const double *joint = game->joint[seat];
    int own = game->seat[node] == seat, width = game->width[1 - seat];
    double sign = seat == 0 ? 1.0 : -1.0, shares[theirs];
    for (int other = 0; other < theirs; other++)
        shares[other] = own ? reach[other] : reach[other] * pays[other];
    for (int place = 0; place < mine; place++) {
        const double *row = joint + (size_t)kinds[place] * width;
        double met = 0.0;
        for (int other = 0; other < theirs; other++) met += row[others[other]] * shares[other];
        values[place] = sign * met * (own ? pays[place] : 1.0);
    }
}

static void walk(const Game *game, int node, int seat, const double *own, const double *reach,
                 double *values) {
    int from = game->steps[node], to = game->steps[node + 1];
    if (from == to) {
        pay(game, node, seat, reach, values);
        return;
    }
    int mine = game->sizes[2 * node + seat], theirs = game->sizes[2 * node + 1 - seat];
    int begin = game->first[from], count = game->first[to] - begin;
    double mixes[count], kept[mine > theirs ? mine : theirs];
    mix(game, node, game->regrets, mixes);
    memset(values, 0, mine * sizeof(double));
    if (game->seat[node] != seat) {
        double gained[mine];
        for (int step = from; step < to; step++) {
            int start = game->first[step], size = game->first[step + 1] - start;
            for (int at = 0; at < size; at++)
                kept[at] = reach[game->places[start + at]] * mixes[start + at - begin];
            if (!any(kept, size) && !any(own, mine)) continue;
            walk(game, game->after[step], seat, own, kept, gained);
            for (int place = 0; place < mine; place++) values[place] += gained[place];
        }
        return;
    }
    double gained[count];
    for (int step = from; step < to; step++) {
        int start = game->first[step], size = game->first[step + 1] - start;
        for (int at = 0; at < size; at++)
            kept[at] = own[game->places[start + at]] * mixes[start + at - begin];
        walk(game, game->after[step], seat, kept, reach, gained + start - begin);
        for (int at = start; at < start + size; at++)
            values[game->places[at]] += mixes[at - begin] * gained[at - begin];
    }
    for (int at = begin; at < begin + count; at++) {
        int place = game->places[at];
        double regret = game->regrets[at] + gained[at - begin] - values[place];
        game->regrets[at] = regret > 0.0 ? regret : 0.0;
        game->totals[at] += game->weight * own[place] * mixes[at - begin];
    }
}

/* One seat learns from the policy that both have now. */
void learn(const Game *game, int32_t seat) {
    int mine = game->sizes[seat], theirs = game->sizes[1 - seat];
    double own[mine], reach[theirs], values[mine];
    for (int at = 0; at < mine; at++) own[at] = 1.0;
    for (int at = 0; at < theirs; at++) reach[at] = 1.0;
    walk(game, 0, seat, own, reach, values);
}

/* The games: the one list to which a new game is added. Include rummycore.h, which includes this. */
#ifndef RUMMYCORE_GAMES_H
#define RUMMYCORE_GAMES_H

#include "marriage/marriage.h"
#include "okey/okey.h"

#define RUMMY_GAMES(add) add(okey) add(marriage)

#endif

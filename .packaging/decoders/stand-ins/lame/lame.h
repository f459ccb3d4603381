/* The part of LAME's header that libsndfile's decoder needs. genres.c defines the function. */
#ifndef LAME_LAME_H
#define LAME_LAME_H

/* Calls the handler for each of ID3v1's genres, with its number and its name. */
void id3tag_genre_list (void (*handler) (int, const char *, void *), void *cookie) ;

#endif

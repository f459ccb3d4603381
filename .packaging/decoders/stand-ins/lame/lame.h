/* What libsndfile's decoder needs of LAME's header: genres.c defines it. */
#ifndef LAME_LAME_H
#define LAME_LAME_H

/* Calls the handler for each of ID3v1's genres, with its number and its name. */
void id3tag_genre_list (void (*handler) (int, const char *, void *), void *cookie) ;

#endif

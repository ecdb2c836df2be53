/** In the published package, the sources of these functions replace this file. */
export * from '@parlance/messages/format';

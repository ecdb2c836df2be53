import { createContext } from 'react';

/** The name of the project, or else of the organization, that a page is about. Null outside. */
export const PlaceName = createContext<string | null>(null);

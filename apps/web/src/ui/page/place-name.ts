import { createContext } from 'react';

/** The name of the project, or else of the organization, of the page. Null outside of both. */
export const PlaceName = createContext<string | null>(null);

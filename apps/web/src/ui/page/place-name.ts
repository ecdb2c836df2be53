import { createContext } from 'react';

/** Name of the open project or, outside of a project, of the open organization. Null outside of both. */
export const PlaceName = createContext<string | null>(null);

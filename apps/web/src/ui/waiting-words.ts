import { createContext } from 'react';

/** Words in the language of the app for what is not ready yet. */
export const WaitingWords = createContext({
  /** Stands in place of the content of a page. */
  loading: '…',
  /** Stands after the name of a button whose call is running. */
  working: '…',
});

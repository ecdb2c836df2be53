import { createContext } from 'react';

/** Words in the language of the app for content that is loading and calls that are running. */
export const WaitingWords = createContext({
  /** Replaces the content of a page that is loading. */
  loading: '…',
  /** Follows the name of a button whose call is running. */
  working: '…',
});

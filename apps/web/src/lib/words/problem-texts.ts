let load: () => Promise<void> = async () => {};

/** Says how the texts of problems are loaded. */
export const provideProblemTexts = (loader: () => Promise<void>): void => {
  load = loader;
};

/** Loads the texts that a problem is shown with. Without them, it is shown in the words of the server. */
export const loadProblemTexts = (): Promise<void> => load().catch(console.error);

let load: () => Promise<void> = async () => {};

/** Sets the function that loads the texts of errors. */
export const provideProblemTexts = (loader: () => Promise<void>): void => {
  load = loader;
};

/** Loads the texts of errors. If this fails, the server's texts are shown. */
export const loadProblemTexts = (): Promise<void> => load().catch(console.error);

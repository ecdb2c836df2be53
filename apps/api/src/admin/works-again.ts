/** Says that an API key was restored, and who made it. */
export const worksAgain = (key: {
  readonly name: string;
  readonly madeBy: string | null;
}): string => `The API key "${key.name}", made by ${key.madeBy ?? 'a former member'}, works again.`;

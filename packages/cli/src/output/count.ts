export const count = (number: number, noun: string, plural = `${noun}s`): string =>
  `${number} ${number === 1 ? noun : plural}`;

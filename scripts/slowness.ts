/** What the processor time of pages is divided by, and all deadlines multiplied with: `TEST_SLOWNESS`. */
export const SLOWNESS = Number(process.env.TEST_SLOWNESS ?? 1);

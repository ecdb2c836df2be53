/** The factor `TEST_SLOWNESS`: it divides the processor time of pages, multiplies all timeouts and delays responses. */
export const SLOWNESS = Number(process.env.TEST_SLOWNESS ?? 1);

export { chrF } from './quality/chrf.ts';
export { isBroken } from './quality/structure.ts';

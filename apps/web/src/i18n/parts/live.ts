import live from '../en/live.json';
import { addEnglish } from '../setup.ts';

addEnglish(live);

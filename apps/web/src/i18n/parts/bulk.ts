import bulk from '../en/bulk.json';
import { addEnglish } from '../setup.ts';

addEnglish(bulk);

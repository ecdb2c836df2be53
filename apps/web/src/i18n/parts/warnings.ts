import warnings from '../en/warnings.json';
import { addEnglish } from '../setup.ts';

addEnglish(warnings);

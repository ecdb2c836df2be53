import usage from '../en/usage.json';
import { addEnglish } from '../setup.ts';

addEnglish(usage);

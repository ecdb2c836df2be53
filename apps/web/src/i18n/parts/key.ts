import key from '../en/key.json';
import { addEnglish } from '../setup.ts';

addEnglish(key);

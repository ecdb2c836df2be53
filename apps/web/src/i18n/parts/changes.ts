import changes from '../en/changes.json';
import { addEnglish } from '../setup.ts';

addEnglish(changes);

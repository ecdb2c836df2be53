import list from '../en/list.json';
import { addEnglish } from '../setup.ts';

addEnglish(list);

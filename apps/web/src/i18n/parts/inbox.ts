import inbox from '../en/inbox.json';
import { addEnglish } from '../setup.ts';

addEnglish(inbox);

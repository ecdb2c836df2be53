import drafts from '../en/drafts.json';
import { addEnglish } from '../setup.ts';

addEnglish(drafts);

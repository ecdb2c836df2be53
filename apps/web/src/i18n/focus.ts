import focus from './en/focus.json';
import { addEnglish } from './setup.ts';

addEnglish(focus);

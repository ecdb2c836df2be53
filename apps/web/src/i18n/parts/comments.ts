import comments from '../en/comments.json';
import { addEnglish } from '../setup.ts';

addEnglish(comments);

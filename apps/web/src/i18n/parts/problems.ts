import problems from '../en/problems.json';
import { addEnglish } from '../setup.ts';

addEnglish(problems);

import help from '../en/help.json';
import { addEnglish } from '../setup.ts';

addEnglish(help);

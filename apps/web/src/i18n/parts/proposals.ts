import proposals from '../en/proposals.json';
import { addEnglish } from '../setup.ts';

addEnglish(proposals);

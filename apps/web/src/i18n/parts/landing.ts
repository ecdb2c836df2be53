import landing from '../en/landing.json';
import { addEnglish } from '../setup.ts';

addEnglish(landing);

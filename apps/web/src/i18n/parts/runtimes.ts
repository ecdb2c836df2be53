import runtimes from '../en/runtimes.json';
import { addEnglish } from '../setup.ts';

addEnglish(runtimes);

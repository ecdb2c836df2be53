import people from '../en/people.json';
import { addEnglish } from '../setup.ts';

addEnglish(people);

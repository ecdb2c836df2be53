import firstRun from '../en/first-run.json';
import './project.ts';
import { addEnglish } from '../setup.ts';

addEnglish(firstRun);

import project from '../en/project.json';
import { addEnglish } from '../setup.ts';

addEnglish(project);

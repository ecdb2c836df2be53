import findings from '../en/findings.json';
import { addEnglish } from '../setup.ts';

addEnglish(findings);

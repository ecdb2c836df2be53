import audit from '../en/audit.json';
import { addEnglish } from '../setup.ts';

addEnglish(audit);

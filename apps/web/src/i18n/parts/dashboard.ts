import dashboard from '../en/dashboard.json';
import { addEnglish } from '../setup.ts';

addEnglish(dashboard);

import panel from '../en/panel.json';
import { addEnglish } from '../setup.ts';

addEnglish(panel);

import delivery from '../en/delivery.json';
import { addEnglish } from '../setup.ts';

addEnglish(delivery);

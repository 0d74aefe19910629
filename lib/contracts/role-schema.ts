import { z } from 'zod';
import { roles } from './permissions';

export const roleSchema = z.enum(roles, 'Role must be owner, admin, member or viewer.');

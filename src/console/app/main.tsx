import './mantine.css'
import '@mantine/notifications/styles.css'
import './styles.css'
import { startLanguage } from '../languages/start'

// The texts are loaded before the modules that read them.
void startLanguage().then(() => import('./console'))

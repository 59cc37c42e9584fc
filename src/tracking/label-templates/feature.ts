import { type Base, feature } from '../../http/feature'
import { templateRoutes } from './routes'
import { TemplateService } from './service'
import { LabelValueService } from './records'

export const labelTemplates = feature({
  name: 'label-templates',
  create: ({ store, now }: Base) => ({
    labelTemplates: new TemplateService(store, now),
    labelValues: new LabelValueService(store, now),
  }),
  routes: ({ labelTemplates, labelValues }) => templateRoutes(labelTemplates, labelValues),
})

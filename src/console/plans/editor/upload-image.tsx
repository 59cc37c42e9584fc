import { Alert, Button, FileButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf } from '../../api/client'
import { messageOf } from '../../api/errors'
import { fileBody } from '../../api/file-body'
import { t } from '../../languages/messages'
import { ConfirmButton } from '../../ui/notices/confirm-button'
import type { Plan } from '../shapes/picture'

interface UploadImageProps {
  readonly plan: Plan
  readonly locationName: string
  readonly onChanged: (plan: Plan) => void
}

/** Uploads, replaces or removes the image of a plan. The service checks it and says what is wrong. */
export function UploadImage({ plan, locationName, onChanged }: UploadImageProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const params = { path: { location_id: plan.location_id } }

  async function upload(file: File): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      const call = api.POST('/internal/v1/plans/{location_id}/image', { params, ...fileBody(file) })
      onChanged((await dataOf(call)).data)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  async function remove(): Promise<void> {
    onChanged((await dataOf(api.DELETE('/internal/v1/plans/{location_id}/image', { params }))).data)
  }

  return (
    <div>
      <Group gap="xs">
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => file && void upload(file)}>
          {(button) => (
            <Button {...button} variant="default" loading={isBusy}>
              {plan.image ? t('Replace image') : t('Upload image')}
            </Button>
          )}
        </FileButton>
        {plan.image && (
          <ConfirmButton
            label={t('Remove image')}
            title={t('Remove image of {name}', { name: locationName })}
            confirm={t('Remove image')}
            onConfirm={remove}
          >
            {t('The areas stay where they are. You can upload another image.')}
          </ConfirmButton>
        )}
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {t('PNG, JPEG or WebP, up to 10 MB.')}
      </Text>
      {problem !== undefined && (
        <Alert color="red" role="alert" mt="xs">
          {problem}
        </Alert>
      )}
    </div>
  )
}
